// The page's own pictures for games that are not built with it: cards, chips, roads.

import { BeadPlate, BigRoad, ChipStack, PlayingCard } from "@sabot/board";
import type {
  BeadsGiven,
  BigRoadGiven,
  CardGiven,
  ChipsGiven,
  Draw,
  Drawn,
} from "@sabot/game/module";
import { cardName } from "@sabot/table";
import { mount, unmount, type Component } from "svelte";
import { t } from "../language/language.svelte.ts";

function drawn<Given extends object, Props extends Record<string, unknown>>(
  Picture: Component<Props>,
  propsOf: (given: Given) => Props,
): (element: HTMLElement, given: Given) => Drawn<Given> {
  return (element, first) => {
    let given = $state.raw(first);
    const props = $derived(propsOf(given));
    const read = new Proxy({} as Props, {
      get: (_, name) => props[name as string],
      has: (_, name) => name in props,
      ownKeys: () => Reflect.ownKeys(props),
      getOwnPropertyDescriptor: (_, name) => ({
        configurable: true,
        enumerable: true,
        value: props[name as string],
      }),
    });
    const picture = mount(Picture, { target: element, props: read });
    return {
      update: (next) => {
        given = next;
      },
      destroy: () => void unmount(picture),
    };
  };
}

const cardProps = ({ label, ...given }: CardGiven) => ({
  ...given,
  label: label ?? cardName(given.card, t),
});

export const draw: Draw = {
  card: drawn(PlayingCard, cardProps),
  chips: drawn(ChipStack, (given: ChipsGiven) => ({ ...given })),
  beadPlate: drawn(BeadPlate, (given: BeadsGiven) => ({ ...given })),
  bigRoad: drawn(BigRoad, (given: BigRoadGiven) => ({ ...given })),
};
