// A field for a new password that shows how strong it is while it is typed.
import { useEffect, useState } from 'react'
import { Box, Group, Text, type PasswordInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { passwordLengths, type PasswordPolicy } from '@guiche/shared/kernel/passwords.ts'
import { PasswordField } from './PasswordField.tsx'
import classes from './new-password-field.module.css'

const words = ['strengthVeryWeak', 'strengthWeak', 'strengthFair', 'strengthGood', 'strengthStrong'] as const
const colors = ['red', 'red', 'orange', 'teal', 'teal'] as const
/** Milliseconds without a key after which the strength is worked out. */
const pause = 120

/** The score of what is typed, once it is known; null while the lists are loaded, or where they cannot be. */
function useScore(typed: string): number | null {
  const [score, setScore] = useState<number | null>(null)
  useEffect(() => {
    let isCurrent = true
    const timer = setTimeout(() => {
      import('./password-score.ts').then(
        ({ scoreOf }) => isCurrent && setScore(scoreOf(typed)),
        () => undefined
      )
    }, pause)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [typed])
  return score
}

function Strength({ typed, policy }: { typed: string; policy: PasswordPolicy }) {
  const { t } = useTranslation('auth')
  const known = useScore(typed)
  const isShort = typed.length < passwordLengths[policy].min
  const score = isShort ? 0 : known
  const word = isShort ? t('strengthShort') : score === null ? '' : t(words[score] ?? 'strengthStrong')
  return (
    <Group gap="xs" mt={6} wrap="nowrap">
      <div className={classes['bars']} aria-hidden>
        {[1, 2, 3, 4].map((bar) => (
          <Box
            key={bar}
            className={classes['bar']}
            {...(score !== null && bar <= Math.max(1, score) && { bg: colors[score] ?? 'teal' })}
          />
        ))}
      </div>
      <Text size="xs" role="status">
        {word}
      </Text>
    </Group>
  )
}

export function NewPasswordField({ policy, ...props }: PasswordInputProps & { policy: PasswordPolicy }) {
  const typed = typeof props.value === 'string' ? props.value : ''
  return (
    <div>
      <PasswordField autoComplete="new-password" {...props} />
      {typed !== '' && <Strength typed={typed} policy={policy} />}
    </div>
  )
}
