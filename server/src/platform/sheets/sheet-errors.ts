// Why a sheet is not read.

/** Unpacked it is more than any sheet that is imported here. */
export class SheetTooHeavy extends Error {}
