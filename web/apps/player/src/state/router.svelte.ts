// Where one is: the address bar and nothing else.

export type Place =
  | { readonly page: "lobby" }
  | { readonly page: "sign-in" }
  | { readonly page: "multiplay" }
  | { readonly page: "launch" }
  | { readonly page: "table"; readonly table: string }
  | { readonly page: "history"; readonly round: string | null }
  | { readonly page: "help"; readonly topic: string | null }
  | { readonly page: "unknown" };

export function placeOf(path: string): Place {
  const [first, second] = path.split("/").filter((part) => part !== "");
  if (first === undefined) return { page: "lobby" };
  if (first === "sign-in" || first === "multiplay" || first === "launch") return { page: first };
  const rest = second === undefined ? null : decoded(second);
  if (first === "history") return { page: "history", round: rest };
  if (first === "help") return { page: "help", topic: rest };
  const table = first === "table" ? rest : null;
  return table === null ? { page: "unknown" } : { page: "table", table };
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null; // an address that the page itself made
  }
}

export function pathOf(place: Place): string {
  switch (place.page) {
    case "table":
      return `/table/${encodeURIComponent(place.table)}`;
    case "sign-in":
    case "multiplay":
    case "launch":
      return `/${place.page}`;
    case "history":
      return place.round === null ? "/history" : `/history/${encodeURIComponent(place.round)}`;
    case "help":
      return place.topic === null ? "/help" : `/help/${encodeURIComponent(place.topic)}`;
    default:
      return "/";
  }
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
