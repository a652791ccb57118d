// What workers did is among the server's measurements.
import { expect, test } from 'vitest'
import { buildTestApp } from '#test/server/build-test-app.ts'
import { countWork } from './count-work.ts'

test('measurements tell by worker how much was done, set aside and failed', async () => {
  const app = await buildTestApp()
  try {
    countWork('parcels.test', 'done')
    countWork('parcels.test', 'done')
    countWork('parcels.test', 'aside')
    const { body } = await app.http.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
    const lines = body.split('\n').filter((line) => line.includes('parcels.test'))
    expect(lines).toEqual([
      'guiche_work_total{worker="parcels.test",outcome="done"} 2',
      'guiche_work_total{worker="parcels.test",outcome="aside"} 1'
    ])
  } finally {
    await app.close()
  }
})
