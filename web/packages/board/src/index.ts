// Everything that draws. No rules, no socket, no language: texts come as props.

export { default as AskButton } from "./AskButton.svelte";
export { default as BeadPlate } from "./BeadPlate.svelte";
export { default as BigRoad } from "./BigRoad.svelte";
export { default as BlackjackArc } from "./BlackjackArc.svelte";
export { default as Button } from "./Button.svelte";
export { default as Chip } from "./Chip.svelte";
export { default as ChipRack } from "./ChipRack.svelte";
export { default as ChipStack } from "./ChipStack.svelte";
export { default as ClassicStage } from "./ClassicStage.svelte";
export { default as Countdown } from "./Countdown.svelte";
export { default as DerivedRoad } from "./DerivedRoad.svelte";
export { default as DerivedSymbol } from "./DerivedSymbol.svelte";
export { default as Dialog } from "./Dialog.svelte";
export { default as Emblem } from "./Emblem.svelte";
export { default as IconButton } from "./IconButton.svelte";
export { default as Logo } from "./Logo.svelte";
export { default as Medal } from "./Medal.svelte";
export { default as Menu } from "./Menu.svelte";
export { default as OptionIcon } from "./OptionIcon.svelte";
export { default as Panel } from "./Panel.svelte";
export { default as PayTables } from "./PayTables.svelte";
export { default as PhaseBar } from "./PhaseBar.svelte";
export { default as Pill } from "./Pill.svelte";
export { default as PlayingCard } from "./PlayingCard.svelte";
export { default as RoadGrid } from "./RoadGrid.svelte";
export { default as RoadPicture } from "./RoadPicture.svelte";
export { default as Segmented } from "./Segmented.svelte";
export { default as ShareRing } from "./ShareRing.svelte";
export { default as Sheet } from "./Sheet.svelte";
export { default as Skeleton } from "./Skeleton.svelte";
export { default as Slider } from "./Slider.svelte";
export { default as Sparkline } from "./Sparkline.svelte";
export { default as Studio } from "./Studio.svelte";
export { default as Switch } from "./Switch.svelte";
export { default as TextField } from "./TextField.svelte";
export { default as TimerRing } from "./TimerRing.svelte";
export { default as Toast } from "./Toast.svelte";
export { default as Tooltip } from "./Tooltip.svelte";
export { default as WinBurst } from "./WinBurst.svelte";

export type { OptionName } from "./OptionIcon.svelte";
export type { PayLine, PayTable } from "./PayTables.svelte";
export type { RackChip } from "./ChipRack.svelte";
export { parseCard, type CardFace, type Suit } from "./card.ts";
export { chipsFor, chipText, chipToken, DENOMINATIONS } from "./chips.ts";
export { secondsLeft, shareLeft, toneOf, type Tone } from "./clock.ts";
export { countdown } from "./countdown.svelte.ts";
export { Later, Promised } from "./later.svelte.ts";
export {
  CARD_TIMES,
  flyIn,
  placeNear,
  prefersStillness,
  type Flight,
  type PlaceName,
  type Point,
} from "./motion.ts";
export type { BeadMark, BigRoadMark, DerivedKind, DerivedMark, RoadFit } from "./roads.ts";
export {
  arcHeight,
  onScreen,
  seatOnArc,
  STUDIO_PLACES,
  studioCamera,
  type Camera,
} from "./stage.ts";
