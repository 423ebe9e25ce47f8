import { show } from "../../gallery/show.ts";
import { scenes } from "../fixtures/scenes.ts";
import game from "../src/index.ts";
import en from "../src/texts/en.json";
import it from "../src/texts/it.json";

void show("blackjack", game, { it, en }, scenes);
