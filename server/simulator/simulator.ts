// Starts the simulated WhatsApp and gives the typed calls of the tests, the same as the HTTP API has.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startApi } from './api/api.ts'
import { loadCertificate } from './wire/certificates.ts'
import { newFaults } from './faults/faults.ts'
import { startMediaHost } from './media/media-host.ts'
import { makeOperations, type Operations } from './api/operations.ts'
import { saveStateOnChange, loadState } from './state-file.ts'
import type { SimulatorOptions } from './types.ts'
import { startWhatsAppServer } from './connections/whatsapp-server.ts'
import { newSimulatorState } from './simulator-state.ts'

export interface Simulator extends Operations {
  /** For Baileys' `waWebSocketUrl` (and the product's WHATSAPP_URL). */
  whatsappUrl: string
  /** Base of the HTTP API and address of the page; empty when the API is off. */
  apiUrl: string
  /** `https://127.0.0.1:PORT` of the media host. */
  mediaUrl: string
  /** PEM file for NODE_EXTRA_CA_CERTS of a process that downloads media. */
  caFile: string
  stop(): Promise<void>
}

/** Start a simulator on 127.0.0.1; ports are random unless given. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const ownDir = options.dataDir === undefined ? mkdtempSync(join(tmpdir(), 'whatsapp-simulator-')) : undefined
  const dataDir = options.dataDir ?? ownDir ?? '.'
  const state = newSimulatorState(options, newFaults())
  if (options.stateFile) loadState(state, options.stateFile)
  const certificate = await loadCertificate(dataDir)
  const media = await startMediaHost(state, certificate, options.mediaPort ?? 0)
  const whatsapp = await startWhatsAppServer(state, options.port ?? 0)
  const operations = makeOperations(state)
  const addresses = {
    whatsappUrl: `ws://127.0.0.1:${whatsapp.port}/ws/chat`,
    apiUrl: '',
    mediaUrl: `https://${state.mediaHost}`,
    caFile: certificate.caFile
  }
  const api =
    options.api === false ? undefined : await startApi({ operations, addresses: () => addresses }, options.apiPort ?? 0)
  addresses.apiUrl = api?.url ?? ''
  const keeper = options.stateFile ? saveStateOnChange(state, options.stateFile) : undefined
  return {
    ...operations,
    ...addresses,
    stop: async () => {
      for (const run of state.bulkRuns.values()) clearInterval(run.timer)
      await api?.server.close()
      await whatsapp.close()
      keeper?.stop()
      media.closeAllConnections()
      await new Promise((resolve) => media.close(resolve))
      if (ownDir) rmSync(ownDir, { recursive: true, force: true })
    }
  }
}
