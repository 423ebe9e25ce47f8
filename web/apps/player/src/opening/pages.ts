// The pages that an address may open first; each is loaded once, however often it is asked for.

export const lobbyPage = () => import("../lobby/Lobby.svelte");
export const signInPage = () => import("../sign-in/SignIn.svelte");
