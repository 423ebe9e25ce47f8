// Where one is: the address bar and nothing else.

export type Place =
  | { readonly page: "lobby" }
  | { readonly page: "sign-in" }
  | { readonly page: "table"; readonly table: string }
  | { readonly page: "unknown" };

export function placeOf(path: string): Place {
  const [first, second] = path.split("/").filter((part) => part !== "");
  if (first === undefined) return { page: "lobby" };
  if (first === "sign-in") return { page: "sign-in" };
  const table = first === "table" && second !== undefined ? decoded(second) : null;
  return table === null ? { page: "unknown" } : { page: "table", table };
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null; // an address that nobody wrote by hand
  }
}

export function pathOf(place: Place): string {
  switch (place.page) {
    case "table":
      return `/table/${encodeURIComponent(place.table)}`;
    case "sign-in":
      return "/sign-in";
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
