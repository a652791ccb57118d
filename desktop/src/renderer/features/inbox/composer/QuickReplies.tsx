// Suggestions over the message field while a shortcut is typed.
import { useTranslation } from 'react-i18next'
import type { QuickMessage } from '@guiche/shared/features/library/quick-messages.ts'
import { labelOf } from './quick-replies.ts'
import classes from './composer.module.css'

interface QuickRepliesProps {
  id: string
  suggestions: QuickMessage[]
  active: number
  onHover: (index: number) => void
  onChoose: (message: QuickMessage) => void
}

export function QuickReplies({ id, suggestions, active, onHover, onChoose }: QuickRepliesProps) {
  const { t } = useTranslation('composer')
  return (
    <div id={id} role="listbox" aria-label={t('quickReplies')} className={classes['suggestions']}>
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
      {suggestions.length === 0 && <div className={classes['nothing']}>{t('noQuickReplies')}</div>}
    </div>
  )
}
