// Tells messages that are nothing but a few emoji, which are shown large.

const onlyEmoji = /^(?:\p{RGI_Emoji}|\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F?|\s)+$/v
/** In nearly every message and in no emoji: the list of all emoji takes a browser as long to prepare as a conversation to draw. */
const letter = /[A-Za-zÀ-ɏ]/
const most = 4
const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Number of emoji when a text holds nothing else and at most four; 0 otherwise. */
export function loneEmoji(text: string): number {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed.length > 60 || letter.test(trimmed) || !onlyEmoji.test(trimmed)) return 0
  const count = [...segmenter.segment(trimmed)].filter(({ segment }) => segment.trim() !== '').length
  return count <= most ? count : 0
}
