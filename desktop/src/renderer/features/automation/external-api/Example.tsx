// A piece of code to copy, under its title.
import { Code, CopyButton, Group, Text } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#ui/layout/IconButton.tsx'

export function Example({ title, text }: { title: string; text: string }) {
  const { t } = useTranslation('words')
  return (
    <div>
      <Group justify="space-between" wrap="nowrap">
        <Text fw={600}>{title}</Text>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <IconButton label={t(copied ? 'copied' : 'copy')} icon={copied ? IconCheck : IconCopy} onClick={copy} />
          )}
        </CopyButton>
      </Group>
      <Code block tabIndex={0} aria-label={title}>
        {text}
      </Code>
    </div>
  )
}
