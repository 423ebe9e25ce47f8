// Which page of the studio is open: the address bar and nothing else.

export type Place =
  | { readonly page: "home" }
  | { readonly page: "dealer"; readonly table: string | null }
  | { readonly page: "prompter"; readonly table: string }
  | { readonly page: "desk"; readonly table: string | null }
  | { readonly page: "chat" }
  | { readonly page: "shoes" }
  | { readonly page: "unknown" };

const HOME = "/studio";

export function placeOf(path: string): Place {
  const [first, second, third] = path.split("/").filter((part) => part !== "");
  if (first !== "studio") return { page: "unknown" };
  const table = third === undefined ? null : decoded(third);
  switch (second) {
    case undefined:
      return { page: "home" };
    case "dealer":
    case "desk":
      return { page: second, table };
    case "prompter":
      return table === null ? { page: "unknown" } : { page: "prompter", table };
    case "chat":
    case "shoes":
      return { page: second };
    default:
      return { page: "unknown" };
  }
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null; // not a path that this app ever makes
  }
}

export function pathOf(place: Place): string {
  if (place.page === "home" || place.page === "unknown") return HOME;
  const table = "table" in place ? place.table : null;
  return `${HOME}/${place.page}${table === null ? "" : `/${encodeURIComponent(table)}`}`;
}

class Router {
  place = $state.raw<Place>(placeOf(location.pathname));

  constructor() {
    addEventListener("popstate", () => {
      this.place = placeOf(location.pathname);
    });
  }

  go(place: Place, options: { replace?: boolean } = {}): void {
    const path = pathOf(place);
    if (path !== location.pathname) {
      if (options.replace) history.replaceState(null, "", path);
      else history.pushState(null, "", path);
    }
    this.place = place;
  }
}

export const router = new Router();
