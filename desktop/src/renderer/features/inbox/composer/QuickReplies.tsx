// Suggestions over the message field while a shortcut is typed.
import { useEffect, useRef } from 'react'
import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import type { QuickMessage } from '@guiche/shared/features/library/quick-messages.ts'
import { labelOf } from './quick-replies.ts'
import classes from './composer.module.css'

interface QuickRepliesProps {
  id: string
  suggestions: QuickMessage[]
  /** There are some for other shortcuts. */
  hasAny: boolean
  active: number
  onHover: (index: number) => void
  onChoose: (message: QuickMessage) => void
}

function Nothing({ hasAny }: { hasAny: boolean }) {
  const { t } = useTranslation('composer')
  return (
    <div className={classes['nothing']}>
      {t(hasAny ? 'noQuickReplies' : 'noQuickRepliesYet')}{' '}
      <Anchor component={Link} to={pages.quickMessages} inherit>
        {t('makeQuickReply')}
      </Anchor>
    </div>
  )
}

export function QuickReplies({ id, suggestions, hasAny, active, onHover, onChoose }: QuickRepliesProps) {
  const { t } = useTranslation('composer')
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <div ref={list} id={id} role="listbox" aria-label={t('quickReplies')} className={classes['suggestions']}>
      {suggestions.map((one, index) => (
        <div
          key={one.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          tabIndex={-1}
          className={classes['suggestion']}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onMouseMove={() => index !== active && onHover(index)}
          onClick={() => onChoose(one)}
          onKeyDown={() => undefined}
        >
          <b>/{one.shortcode.replace(/^\//, '')}</b>
          <span dir="auto">{labelOf(one)}</span>
        </div>
      ))}
      {suggestions.length === 0 && <Nothing hasAny={hasAny} />}
    </div>
  )
}
