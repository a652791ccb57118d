// The button above the list of companies that takes one in from another server.
import { useState } from 'react'
import { Box, Button } from '@mantine/core'
import { IconPackageImport } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#ui/layout/IconButton.tsx'
import { CompanyImport } from './CompanyImport.tsx'

export function ImportButton() {
  const { t } = useTranslation('companyArchives')
  const [isOpen, setOpen] = useState(false)
  const open = () => setOpen(true)
  return (
    <>
      <Button variant="default" visibleFrom="sm" leftSection={<IconPackageImport size={16} />} onClick={open}>
        {t('importButton')}
      </Button>
      <Box hiddenFrom="sm">
        <IconButton label={t('importButton')} icon={IconPackageImport} onClick={open} />
      </Box>
      {isOpen && <CompanyImport onClose={() => setOpen(false)} />}
    </>
  )
}
