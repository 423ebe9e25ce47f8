// How the felt looks. A constructed sheet: the casino's policy allows no inline styles.

const CSS = `
.dt { --card-w: calc(var(--u) * 96); --chip-size: calc(var(--u) * 44); position: absolute; inset: 0;
  display: grid; grid-template: "dragon plate tiger" 1fr "bets bets bets" auto / 1fr minmax(300px, 400px) 1fr;
  gap: calc(var(--u) * 16); padding: max(36%, calc(var(--scene, 0px) * 300)) calc(var(--u) * 36) calc(var(--u) * 24);
  padding-top: max(34cqh, calc(var(--scene, 0px) * 292)); }
.dt-box { position: absolute; inset: 0; container-type: size; }
.dt .slot { grid-area: plate; align-self: start; margin-top: calc(var(--u) * 84); width: 100%; }
.dt .slot > * { position: static; width: 100%; translate: none; }
.dt .zone { display: grid; justify-items: center; align-content: start; gap: calc(var(--u) * 8); margin-top: calc(var(--u) * 26); }
.dt .zone.dragon { grid-area: dragon; justify-self: end; }
.dt .zone.tiger { grid-area: tiger; justify-self: start; }
.dt .zone h2 { display: flex; align-items: center; gap: 8px; margin: 0; font-size: max(13px, calc(var(--u) * 16));
  font-weight: 800; letter-spacing: .06em; text-transform: uppercase; text-shadow: 0 1px 4px rgb(0 0 0 / .7); }
.dt .zone h2 svg { width: 1.35em; height: 1.35em; fill: currentColor; }
.dt .dragon h2 { color: var(--banker-ink); } .dt .tiger h2 { color: var(--player-ink); }
.dt .bed { display: grid; place-items: center; padding: calc(var(--u) * 12) calc(var(--u) * 34); border-radius: calc(var(--u) * 16);
  border: 1.5px solid; transition: box-shadow .3s, opacity .3s; }
.dt .dragon .bed { border-color: color-mix(in srgb, var(--banker) 80%, transparent); background: color-mix(in srgb, var(--banker) 20%, transparent); }
.dt .tiger .bed { border-color: color-mix(in srgb, var(--player) 80%, transparent); background: color-mix(in srgb, var(--player) 20%, transparent); }
.dt .zone.won .bed { border-color: var(--gold); box-shadow: 0 0 0 1px var(--gold), 0 0 34px rgb(231 194 104 / .45); }
.dt .place { display: grid; width: var(--card-w); height: calc(var(--card-w) * 1.4); }
.dt .place:empty { border-radius: calc(var(--card-w) * .1); border: 1.5px dashed rgb(255 255 255 / .3); background: rgb(0 0 0 / .14); }
.dt .road { display: none; }
.dt .bets { grid-area: bets; display: grid; gap: calc(var(--u) * 10);
  grid-template: "dragon tie tiger" 1fr "dragon suited_tie tiger" 1fr / 1.25fr 1fr 1.25fr; width: min(100%, calc(var(--u) * 900)); justify-self: center; }
.dt .spot { position: relative; display: grid; grid-template: "name chips" auto "odds chips" auto "crowd chips" auto / 1fr auto;
  align-content: center; gap: 2px 10px; min-height: max(52px, calc(var(--u) * 66)); padding: 8px calc(var(--u) * 22);
  border-radius: calc(var(--u) * 18); border: 1.5px solid; color: #fff; text-align: left; transition: border-color .15s, box-shadow .3s, opacity .3s; }
.dt .spot > b { grid-area: name; font-size: max(14px, calc(var(--u) * 17)); font-weight: 800; line-height: 1.15; }
.dt .spot > small { grid-area: odds; font-size: max(12px, calc(var(--u) * 14)); font-weight: 700; }
.dt .spot .crowd { grid-area: crowd; font-size: max(11px, calc(var(--u) * 12)); color: rgb(255 255 255 / .8); }
.dt .spot .chips { grid-area: chips; display: grid; place-items: center; min-width: var(--chip-size); min-height: var(--chip-size); }
.dt .spot .chips:empty { border-radius: 50%; border: 1.5px dashed rgb(255 255 255 / .32); width: var(--chip-size); height: var(--chip-size); }
.dt [data-kind=dragon] { grid-area: dragon; border-color: var(--banker); background: linear-gradient(180deg, color-mix(in srgb, var(--banker) 62%, #12060a), color-mix(in srgb, var(--banker) 34%, #0c0408)); }
.dt [data-kind=tiger] { grid-area: tiger; border-color: var(--player); background: linear-gradient(180deg, color-mix(in srgb, var(--player) 50%, #120b04), color-mix(in srgb, var(--player) 26%, #0c0703)); }
.dt [data-kind=tie] { grid-area: tie; border-color: var(--tie); background: linear-gradient(180deg, color-mix(in srgb, var(--tie) 44%, #04120b), color-mix(in srgb, var(--tie) 24%, #030c07)); }
.dt [data-kind=suited_tie] { grid-area: suited_tie; border-color: rgb(231 194 104 / .6); background: linear-gradient(180deg, rgb(80 62 24 / .75), rgb(40 30 10 / .8)); }
.dt [data-kind=dragon] > b, .dt [data-kind=tiger] > b { font-size: max(18px, calc(var(--u) * 25)); letter-spacing: .03em; text-transform: uppercase; }
.dt .spot:disabled { cursor: default; }
.dt .spot.closed { opacity: .45; } .dt .spot.lose { opacity: .55; }
.dt .spot.win { border-color: var(--gold); box-shadow: 0 0 0 1px var(--gold), 0 0 30px rgb(231 194 104 / .4); }
.dt .spot.win small { color: var(--gold); }
.dt .spot.back small { color: #fff; }
@media (hover: hover) { .dt .spot:not(:disabled):hover { border-color: var(--gold); } }
.dt.tablet { grid-template-columns: 1fr minmax(220px, 300px) 1fr; padding-inline: 16px; }
.dt.phone { --card-w: clamp(58px, 11cqh, 84px); --chip-size: 38px;
  grid-template: "dragon tiger" auto "plate plate" auto "road road" 1fr "bets bets" auto / 1fr 1fr; gap: 10px;
  padding: max(64px, min(25.5cqh, 100cqh - 400px)) 10px 12px; }
.dt.phone .zone { margin-top: 0; gap: 6px; }
.dt.phone .road { grid-area: road; align-self: center; justify-self: center; display: block; width: 72%; }
.dt.phone .zone.dragon { justify-self: end; } .dt.phone .zone.tiger { justify-self: start; }
.dt.phone .slot { margin: 0; }
.dt.phone .bed { padding: 8px 26px; border-radius: 14px; }
.dt.phone .bets { grid-template: "dragon tiger" auto "tie suited_tie" auto / 1fr 1fr; gap: 8px; width: 100%; }
.dt.phone .spot { min-height: 62px; padding: 7px 12px; border-radius: 15px; }
.dt.phone [data-kind=dragon], .dt.phone [data-kind=tiger] { min-height: 84px; }
@container (max-height: 560px) { .dt.phone .road { display: none; } }
@container (max-height: 460px) {
  .dt.phone { --card-w: 50px; --chip-size: 32px; gap: 7px; padding-top: 12px; padding-bottom: 8px; }
  .dt.phone .zone h2 { font-size: 12px; } .dt.phone .bed { padding-block: 5px; }
  .dt.phone .bets { gap: 6px; } .dt.phone .spot { min-height: 50px; padding-block: 4px; }
  .dt.phone [data-kind=dragon], .dt.phone [data-kind=tiger] { min-height: 62px; } }
.dt.landscape { --card-w: 52px; --chip-size: 34px; grid-template: "dragon tiger bets" auto "plate plate bets" 1fr / 1fr 1fr minmax(280px, 46%);
  gap: 6px 10px; padding: 8px 12px; background: var(--felt); }
.dt.landscape .slot, .dt.landscape .zone { margin: 0; } .dt.landscape .zone { justify-self: center !important; }
.dt.landscape .bed { padding: 6px 18px; }
.dt.landscape .bets { grid-template: "dragon tiger" 1fr "tie suited_tie" 1fr / 1fr 1fr; width: 100%; }
.dt.landscape .spot { padding: 6px 12px; border-radius: 14px; }
.dt-dock { display: grid; align-content: start; gap: 14px; padding: 16px; }
.dt-dock h3 { margin: 0 0 6px; font-size: 13px; font-weight: 700; }
.dt-dock .counts { display: flex; gap: 8px; }
.dt-dock .counts span { flex: 1; display: flex; align-items: center; gap: 8px; padding: 9px 12px; border-radius: 10px; background: var(--surface-2, #1a2330); font-weight: 700; }
.dt-dock .counts i { width: 12px; height: 12px; border-radius: 50%; }
.dt-dock table { width: 100%; border-collapse: collapse; font-size: 13px; }
.dt-dock td { padding: 7px 0; border-top: 1px solid var(--line); } .dt-dock td + td { text-align: right; font-weight: 700; }
.dt-dock td small { display: block; color: var(--muted); font-weight: 500; }
`;

let worn = false;

/** Put the sheet on the page, once. */
export function wear() {
  if (worn) return;
  worn = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(CSS);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
