// Finds the fields of an encoded protobuf message, so that a large one need not be decoded at once.

interface EncodedField {
  number: number
  /** From the tag of the field to the end of its value. */
  whole: Uint8Array
  /** Content of a field with a length (wire type 2); empty for all others. */
  value: Uint8Array
}

const nothing = new Uint8Array()

/** Fields in the order in which they were written. Errors: bytes that are no message. */
const encodedFields = function* (bytes: Uint8Array): Generator<EncodedField> {
  let at = 0
  const varint = (): number => {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++]
      if (byte === undefined || shift > 63) throw new Error('the message is cut off')
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) return value
    }
  }
  const skip = (length: number): void => {
    at += length
    if (at > bytes.length) throw new Error('the message is cut off')
  }
  while (at < bytes.length) {
    const start = at
    const tag = varint()
    let value: Uint8Array = nothing
    switch (tag % 8) {
      case 0:
        varint()
        break
      case 1:
        skip(8)
        break
      case 2: {
        const length = varint()
        skip(length)
        value = bytes.subarray(at - length, at)
        break
      }
      case 5:
        skip(4)
        break
      default:
        throw new Error(`wire type ${tag % 8}`)
    }
    yield { number: Math.floor(tag / 8), whole: bytes.subarray(start, at), value }
  }
}

/** Takes the values of one repeated field out of a message: those, and the message without them. */
export function takeRepeated(bytes: Uint8Array, number: number): { values: Uint8Array[]; rest: Buffer } {
  const values: Uint8Array[] = []
  const rest: Uint8Array[] = []
  for (const field of encodedFields(bytes)) {
    if (field.number === number) values.push(field.value)
    else rest.push(field.whole)
  }
  return { values, rest: Buffer.concat(rest) }
}
