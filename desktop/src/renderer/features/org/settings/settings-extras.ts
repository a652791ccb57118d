// Tabs that other features add to the settings, for the super user.
import type { ComponentType } from 'react'

export interface SettingsTab {
  value: string
  /** Key in the namespace `settings`. */
  label: 'tabCompanies' | 'tabPlans' | 'tabHelps'
  Panel: ComponentType
}
