// A text as WhatsApp shows it: safe React nodes, each line in the direction of its own language.
import { Fragment, memo, type ReactNode } from 'react'
import { parseText, type Block, type Inline } from '#platform/text/whatsapp-text.ts'
import classes from './whatsapp-text.module.css'

/** Letters beyond which a text is shown as it was written: nobody formats that much. */
const longest = 20_000

const tags = { bold: 'strong', italic: 'em', strike: 's' } as const

// Functions, not components: a conversation opens with dozens of texts, most of them one line of words.
function lineOf(parts: Inline[]): ReactNode {
  return parts.map((part, index) => {
    if (part.kind === 'text') return <Fragment key={index}>{part.text}</Fragment>
    if (part.kind === 'code') return <code key={index}>{part.text}</code>
    if (part.kind === 'link') {
      return (
        <a key={index} href={part.href} target="_blank" rel="noopener noreferrer nofollow">
          {part.text}
        </a>
      )
    }
    const Tag = tags[part.kind]
    return <Tag key={index}>{lineOf(part.children)}</Tag>
  })
}

function linesOf(lines: Inline[][]): ReactNode {
  return lines.map((parts, index) => (
    <Fragment key={index}>
      {index > 0 && <br />}
      {lineOf(parts)}
    </Fragment>
  ))
}

const isBlank = (line: Inline[] | undefined): boolean =>
  line !== undefined && line.every((part) => part.kind === 'text' && part.text.trim() === '')

/** Fences make lines of their own; the breaks that were written around them would be lines twice. */
function besideFences(blocks: Block[]): Block[] {
  return blocks.flatMap((block, index): Block[] => {
    if (block.kind !== 'lines') return [block]
    let { lines } = block
    if (blocks[index - 1]?.kind === 'mono' && isBlank(lines[0])) lines = lines.slice(1)
    if (blocks[index + 1]?.kind === 'mono' && isBlank(lines.at(-1))) lines = lines.slice(0, -1)
    return lines.length === 0 ? [] : [{ ...block, lines }]
  })
}

function blockOf(block: Block, key: number, tail: ReactNode): ReactNode {
  if (block.kind === 'mono') {
    return (
      <pre key={key} className={classes['mono']}>
        {block.text}
      </pre>
    )
  }
  if (block.kind === 'quote') {
    return (
      <blockquote key={key} dir="auto" className={classes['quote']}>
        {linesOf(block.lines)}
      </blockquote>
    )
  }
  if (block.kind === 'list') {
    const items = block.items.map((parts, index) => (
      <li key={index} dir="auto">
        {lineOf(parts)}
      </li>
    ))
    return block.isOrdered ? (
      <ol key={key} start={block.start} className={classes['list']}>
        {items}
      </ol>
    ) : (
      <ul key={key} className={classes['list']}>
        {items}
      </ul>
    )
  }
  return (
    <p key={key} dir="auto" className={classes['lines']}>
      {linesOf(block.lines)}
      {tail}
    </p>
  )
}

interface WhatsappTextProps {
  text: string
  /** Stands at the end of the last line when there is room, such as the time of a message. */
  tail?: ReactNode
}

export const WhatsappText = memo(({ text, tail = null }: WhatsappTextProps) => {
  const blocks: Block[] =
    text.length > longest
      ? [{ kind: 'lines', lines: text.split('\n').map((line) => [{ kind: 'text', text: line }]) }]
      : besideFences(parseText(text))
  const last = blocks.length - 1
  const takesTail = blocks[last]?.kind === 'lines'
  return (
    <div className={classes['text']}>
      {blocks.map((block, index) => blockOf(block, index, index === last && takesTail ? tail : null))}
      {!takesTail && tail}
    </div>
  )
})
