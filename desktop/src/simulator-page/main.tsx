// Starts the page of the simulated WhatsApp.
import { StrictMode } from 'react'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { createRoot } from 'react-dom/client'
import '@fontsource-variable/inter/wght.css'
import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import '#ui/base.css'
import { colorSchemeManager } from '#platform/device/color-scheme.ts'
import { cssVariables, theme } from '#platform/device/theme.ts'
import { startLanguages } from '#platform/text/i18n.ts'
import { SpokenLanguage, useSpokenLanguage } from '#platform/text/translation.ts'
import { followSimulator } from './simulator.store.ts'
import { SimulatorPage } from './SimulatorPage.tsx'
import { addSimulatorTexts } from './texts.ts'

function Frame() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
    >
      <SpokenLanguage value={useSpokenLanguage()}>
        <Notifications position="top-center" limit={4} />
        <SimulatorPage />
      </SpokenLanguage>
    </MantineProvider>
  )
}

async function start(): Promise<void> {
  await startLanguages()
  addSimulatorTexts()
  followSimulator()
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no root')
  createRoot(root).render(
    <StrictMode>
      <Frame />
    </StrictMode>
  )
}

void start()
