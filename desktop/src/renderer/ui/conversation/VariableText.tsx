// A text to customers before it is sent: its variables stand in it by their names instead of braces.
import { Fragment } from 'react'
import { variableNamed, variablePattern } from '@guiche/shared/features/inbox/message-variables.ts'
import { useTranslation } from '#platform/text/translation.ts'
import classes from './variable-text.module.css'

/** Words between braces that stand for nothing stay as they are. */
export function VariableText({ text }: { text: string }) {
  const { t } = useTranslation('variables')
  // The pattern has one group: what is written between the braces stands at every second place.
  return text.split(variablePattern).map((part, index) => {
    if (index % 2 === 0) return <Fragment key={index}>{part}</Fragment>
    const variable = variableNamed(part)
    return (
      <Fragment key={index}>
        {variable === undefined ? `{{${part}}}` : <span className={classes['variable']}>{t(variable)}</span>}
      </Fragment>
    )
  })
}
