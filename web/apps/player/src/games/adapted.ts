// A module of another package as the page's own kind of game.

import type { FeltProps, Game, PartProps } from "@sabot/game";
import type { GameModule, Mount } from "@sabot/game/module";
import type { Component } from "svelte";
import Mounted from "./Mounted.svelte";

export function adapted(module: GameModule): Game {
  return {
    Felt: part<FeltProps>(module.mount),
    ...(module.dock ? { Dock: part<PartProps>(module.dock) } : {}),
    words: module.words,
  };
}

/** Props are getters: they are handed on as they are, so that each is read when it is needed. */
function part<Props extends PartProps>(mount: Mount): Component<Props> {
  return (internals, props) =>
    Mounted(
      internals,
      Object.defineProperties({ mount }, Object.getOwnPropertyDescriptors(props)) as Props & {
        mount: Mount;
      },
    );
}
