// The steps of a campaign in their order, each with what it still needs; one jumps between them as one likes.
import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { campaignSteps, stepOf, type CampaignStep, type Gap } from './campaign-steps.ts'
import classes from './campaign-dialog.module.css'

interface StepListProps {
  step: CampaignStep
  /** Fields beside which something is said to be wrong. */
  wrong: string[]
  gaps: Gap[]
  /** Nothing is sent from here: the last step sums up. */
  isReadOnly: boolean
  onStep: (step: CampaignStep) => void
}

export function StepList({ step, wrong, gaps, isReadOnly, onStep }: StepListProps) {
  const { t } = useTranslation('campaigns')
  const stateOf = (one: CampaignStep) => {
    if (wrong.some((field) => stepOf(field) === one)) return 'wrong'
    const isComplete = gaps.every(({ field }) => stepOf(field) !== one)
    return one !== 'check' && isComplete ? 'complete' : 'open'
  }
  return (
    <nav aria-label={t('steps')}>
      <ol className={classes['steps']}>
        {campaignSteps.map((one, index) => {
          const state = stateOf(one)
          return (
            <li key={one}>
              <UnstyledButton
                className={classes['step'] ?? ''}
                aria-current={one === step ? 'step' : undefined}
                onClick={() => onStep(one)}
              >
                <span className={classes['mark']} data-state={state} aria-hidden>
                  {state === 'open' && index + 1}
                  {state === 'complete' && <IconCheck size={14} />}
                  {state === 'wrong' && <IconAlertTriangle size={14} />}
                </span>
                <span>
                  {t(isReadOnly && one === 'check' ? 'summary' : `step_${one}`)}
                  {state !== 'open' && <VisuallyHidden> {t(`stepIs_${state}`)}</VisuallyHidden>}
                </span>
              </UnstyledButton>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
