// Which edition of the console this is: the desktop app's standard edition is built without the super user's screens.
declare const __GUICHE_SUPER__: boolean | undefined

/** Known when it is built, so that what depends on it is left out of the files. */
export const hasSuperScreens = typeof __GUICHE_SUPER__ === 'undefined' || __GUICHE_SUPER__
