// The room a picture or film takes in a conversation, known before it is loaded.

const mostWidth = 320
const mostHeight = 360
const leastWidth = 160
const leastHeight = 96

/** Pixels of the box; without a known size, a landscape of usual shape. */
export function mediaBox(width: number | null, height: number | null): { width: number; height: number } {
  if (!width || !height) return { width: mostWidth, height: 220 }
  const scale = Math.min(1, mostWidth / width, mostHeight / height)
  return {
    width: Math.max(leastWidth, Math.round(width * scale)),
    height: Math.max(leastHeight, Math.min(mostHeight, Math.round(height * scale)))
  }
}
