// The page's own texts, beside those of the kit; all three languages at once, for they come from this machine.
import i18next from 'i18next'
import { simulator as en } from '#locales/en/simulator.ts'
import { simulator as es } from '#locales/es/simulator.ts'
import { simulator as pt } from '#locales/pt/simulator.ts'

export function addSimulatorTexts(): void {
  for (const [language, texts] of Object.entries({ pt, en, es })) {
    i18next.addResourceBundle(language, 'simulator', texts)
  }
}
