// The text of a Pix QR code (BR Code, EMV MPM): fields of number, length and value, closed by a checksum.

interface BrCode {
  /** Address of the charge, without its scheme. */
  location: string
  /** Reais. */
  value: number
  /** Up to 25 and 15 letters without accents. */
  name: string
  city: string
}

const field = (id: string, value: string): string => `${id}${String(value.length).padStart(2, '0')}${value}`

/** CRC-16/CCITT-FALSE. */
function checksum(text: string): string {
  let crc = 0xffff
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = ((crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

/** The text for a charge that can be paid once. */
export function brCode({ location, value, name, city }: BrCode): string {
  const open = [
    field('00', '01'),
    field('01', '12'),
    field('26', field('00', 'br.gov.bcb.pix') + field('25', location)),
    field('52', '0000'),
    field('53', '986'),
    field('54', value.toFixed(2)),
    field('58', 'BR'),
    field('59', name),
    field('60', city),
    field('62', field('05', '***')),
    '6304'
  ].join('')
  return open + checksum(open)
}
