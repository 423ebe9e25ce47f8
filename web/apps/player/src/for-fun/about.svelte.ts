// Whether it is told what playing for fun is: asked for in the bar above, told outside of it.

class Telling {
  open = $state(false);
}

export const telling = new Telling();
