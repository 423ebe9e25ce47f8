// The pages that an address may open first: whoever asks, they are loaded once.

export const lobbyPage = () => import("../lobby/Lobby.svelte");
export const signInPage = () => import("../sign-in/SignIn.svelte");
