// What shows while the login is being restored, or while the server does not answer.
import { Center, Loader, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Logo } from '#ui/layout/Logo.tsx'
import { ServerLine } from '#ui/feedback/ServerLine.tsx'

export function StartScreen({ isUnreachable }: { isUnreachable: boolean }) {
  const { t } = useTranslation('layout')
  return (
    <Center h="100vh" p="md">
      <Stack align="center" gap="sm" role="status" ta="center">
        <Logo size={44} />
        <Loader type="dots" aria-hidden />
        <VisuallyHidden>{t('starting')}</VisuallyHidden>
        {isUnreachable && (
          <>
            <Text fw={600}>{t('unreachableTitle')}</Text>
            <Text c="dimmed" maw={340}>
              {t('unreachableText')}
            </Text>
            <ServerLine />
          </>
        )}
      </Stack>
    </Center>
  )
}
