// One decision on its way: asked, sent, taken or refused. A new question starts afresh.

import type { TableTools } from "@sabot/game";
import type { QuestionShown } from "@sabot/wire/types";

export type Way = "asked" | "sent" | "refused";

export function deciding(question: () => QuestionShown | null, tools: () => TableTools) {
  let about = $state("");
  let option = $state("");
  let way = $state<Way>("asked");

  const current = (): string => question()?.decision_id ?? "";
  return {
    /** The option that is under way. */
    get option(): string {
      return about === current() ? option : "";
    },
    get way(): Way {
      return about === current() ? way : "asked";
    },
    async choose(chosen: string): Promise<void> {
      const decision = current();
      if (decision === "" || (about === decision && way === "sent")) return;
      [about, option, way] = [decision, chosen, "sent"];
      const answer = await tools().act({ type: "Choose", decision_id: decision, option: chosen });
      if (!answer.accepted && about === decision) way = "refused";
    },
  };
}
