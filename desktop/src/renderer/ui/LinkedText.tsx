// Plain text in which addresses are links.
import { Fragment } from 'react'

const address = /(https?:\/\/[^\s<>"]+[^\s<>"'.,;:!?)\]])/

/** Odd pieces are addresses. */
export const LinkedText = ({ text }: { text: string }) =>
  text.split(address).map((piece, index) =>
    index % 2 === 1 ? (
      <a key={index} href={piece} target="_blank" rel="noopener noreferrer nofollow">
        {piece}
      </a>
    ) : (
      <Fragment key={index}>{piece}</Fragment>
    )
  )
