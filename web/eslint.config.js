import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import ts from "typescript-eslint";

export default ts.config(
  { ignores: ["**/node_modules/", "packages/wire/src/generated/"] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser } },
  },
  {
    rules: {
      "no-undef": "off", // the compiler knows better
      "no-console": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "no-restricted-syntax": [
        "error",
        {
          selector: "SvelteAwaitBlock",
          message: "its values stay in memory: use Promised or Later of @sabot/board",
        },
      ],
    },
  },
  {
    // Drawing code knows neither rules nor sockets; the reducer knows no page.
    files: ["packages/board/**"],
    rules: {
      "no-restricted-imports": ["error", { patterns: ["@sabot/wire", "@sabot/table", "@sabot/baccarat", "@sabot/blackjack", "@sabot/brag"] }],
    },
  },
  {
    files: ["packages/table/**"],
    rules: { "no-restricted-imports": ["error", { patterns: ["svelte", "svelte/*", "@sabot/board"] }] },
  },
);
