// Suggestions over the message field while a shortcut is typed.
import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import type { QuickMessage } from '@guiche/shared/features/library/quick-messages.ts'
import { VariableText } from '#ui/conversation/VariableText.tsx'
import { SuggestionList } from '#ui/conversation/SuggestionList.tsx'
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
  return (
    <SuggestionList
      id={id}
      label={t('quickReplies')}
      offers={suggestions}
      active={active}
      onHover={onHover}
      onChoose={onChoose}
      render={(one) => (
        <>
          <b>/{one.shortcode.replace(/^\//, '')}</b>
          <span dir="auto">
            <VariableText text={labelOf(one)} />
          </span>
        </>
      )}
    >
      {suggestions.length === 0 && <Nothing hasAny={hasAny} />}
    </SuggestionList>
  )
}
