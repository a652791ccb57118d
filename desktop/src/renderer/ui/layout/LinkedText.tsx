// Plain text in which addresses are links.
import { Fragment } from 'react'

const address = /(https?:\/\/[^\s<>"]+[^\s<>"'.,;:!?)\]])/

/** Odd pieces are addresses. */
export function LinkedText({ text }: { text: string }) {
  return text.split(address).map((piece, index) =>
    index % 2 === 1 ? (
      <a key={index} href={piece} target="_blank" rel="noopener noreferrer nofollow">
        {piece}
      </a>
    ) : (
      <Fragment key={index}>{piece}</Fragment>
    )
  )
}
