// The frame of the screens for visitors: our sign and a sentence on one side, the form on the other.
import type { ReactNode } from 'react'
import { Anchor, Group, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { languages } from '@guiche/shared/kernel/languages.ts'
import { chooseLanguage } from '#platform/session/preferences.ts'
import { useLocalValue } from '#platform/state/local-store.ts'
import { Logo } from '#ui/layout/Logo.tsx'
import { ServerLine } from '#ui/feedback/ServerLine.tsx'
import { ProductPreview } from './ProductPreview.tsx'
import classes from './auth.module.css'

interface AuthFrameProps {
  title: string
  text?: ReactNode
  children: ReactNode
  /** The question and the link under the form. */
  foot?: { question: string; link: string; to: string }
}

export function AuthFrame({ title, text, children, foot }: AuthFrameProps) {
  const { t } = useTranslation(['auth', 'layout'])
  const present = useLocalValue('language')
  return (
    <div className={classes['frame']}>
      <div className={classes['picture']} aria-hidden>
        <ProductPreview />
        <p className={classes['tagline']}>{t('tagline')}</p>
      </div>
      <main className={classes['side']}>
        <div className={classes['form']}>
          <Group gap="xs" mb="xl">
            <Logo size={32} />
            <Text fw={650} size="xl" span>
              Guichê
            </Text>
          </Group>
          <Stack gap={4} mb="lg">
            <Title order={1}>{title}</Title>
            {text !== undefined && <Text c="dimmed">{text}</Text>}
          </Stack>
          {children}
          {foot && (
            <Text c="dimmed" mt="lg">
              {foot.question}{' '}
              <Anchor component={Link} to={foot.to} fw={500} size="sm">
                {foot.link}
              </Anchor>
            </Text>
          )}
        </div>
        <ServerLine />
        <Group component="footer" gap="md" className={classes['languages']}>
          {languages.map((language) => (
            <Anchor
              key={language}
              component="button"
              type="button"
              size="xs"
              {...(language !== present && { c: 'dimmed' })}
              fw={language === present ? 600 : 400}
              lang={language}
              aria-current={language === present || undefined}
              onClick={() => void chooseLanguage(language)}
            >
              {t(`layout:${language}`)}
            </Anchor>
          ))}
        </Group>
      </main>
    </div>
  )
}
