// A face: the picture when there is one, else initials on a colour that belongs to the name.
import { Avatar as MantineAvatar } from '@mantine/core'
import { mediaAddress } from '#platform/session/server-address.ts'
import classes from './avatar.module.css'

/** Colours with enough contrast for initials in both themes. */
const colors = ['petrol', 'indigo', 'violet', 'grape', 'pink', 'orange', 'teal', 'cyan', 'green', 'blue']

function colorOf(name: string): string {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 100_003
  return colors[sum % colors.length] ?? 'petrol'
}

/** First letters of the first and last word; digits and signs count only when there is nothing else. */
function initialsOf(name: string): string {
  const words = name.match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? []
  const first = words[0]?.[0] ?? name.trim()[0] ?? '?'
  const last = words.length > 1 ? (words.at(-1)?.[0] ?? '') : ''
  return (first + last).toLocaleUpperCase()
}

interface AvatarProps {
  name: string
  picture?: string | null | undefined
  size?: number
}

export function Avatar({ name, picture, size = 32 }: AvatarProps) {
  return (
    <MantineAvatar
      src={picture ? mediaAddress(picture) : null}
      alt=""
      size={size}
      radius={size}
      color={colorOf(name)}
      imageProps={{ loading: 'lazy' }}
      aria-hidden
    >
      {/* Drawn by the style sheet: a letter that nobody should have read out, or find in a label. */}
      <span className={classes['initials']} data-initials={initialsOf(name)} />
    </MantineAvatar>
  )
}
