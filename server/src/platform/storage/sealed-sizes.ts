// How large an encrypted file is, and where: pure arithmetic, without the library that encrypts.

/** Bytes of a file that are encrypted as one message: what a part of a file costs to read, and what is held of it. */
export const partSize = 1_048_576

/** Bytes that encryption adds to each part, whatever is in it: names of keys and marks have one length each. */
export const overhead = 328

export const sealedPartSize = partSize + overhead

/** Bytes of the file that a stored one of so many bytes holds; of one that was cut it may be any number. */
export function plainSize(sealed: number): number {
  return Math.max(0, sealed - Math.ceil(sealed / sealedPartSize) * overhead)
}

/** The parts in which a range lies, as a range of the stored file; ends are inclusive. */
export function sealedRange({ start, end }: { start: number; end: number }): { start: number; end: number } {
  const [first, last] = [Math.floor(start / partSize), Math.floor(end / partSize)]
  return { start: first * sealedPartSize, end: (last + 1) * sealedPartSize - 1 }
}
