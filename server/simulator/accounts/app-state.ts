// App state of an account: the synced collections, kept as encrypted patches, and the account name as the first of them.
import { randomBytes } from 'node:crypto'
import {
  encodeSyncdPatch,
  newLTHashState,
  proto,
  type BinaryNode,
  type WAPatchCreate,
  type WAPatchName
} from '@whiskeysockets/baileys'
import { deliver } from '../delivery/delivery.ts'
import type { AppState, Device, Phone, SimulatorState } from '../model.ts'
import { bytesOf, child, children, newStanzaId, node, seconds, SERVER } from '../wire/wire.ts'

/** State of a new account: one key, and the name as the first patch. */
export async function newAppState(name: string): Promise<AppState> {
  const appState: AppState = {
    keyId: Buffer.concat([Buffer.from([0, 1]), randomBytes(4)]),
    keyData: randomBytes(32),
    collections: new Map()
  }
  const action: WAPatchCreate = {
    syncAction: { pushNameSetting: { name }, timestamp: Date.now() },
    index: ['setting_pushName'],
    type: 'critical_block',
    apiVersion: 1,
    operation: proto.SyncdMutation.SyncdOperation.SET
  }
  const key = proto.Message.AppStateSyncKeyData.fromObject({ keyData: appState.keyData })
  const { patch } = await encodeSyncdPatch(action, appState.keyId.toString('base64'), newLTHashState(), async () => key)
  store(appState, action.type, patch)
  return appState
}

// A patch is given out with its own version: without it the client numbers all patches of one answer alike.
function store(appState: AppState, name: string, patch: proto.ISyncdPatch): number {
  const collection = collectionOf(appState, name)
  collection.version++
  const numbered = { ...patch, version: { version: collection.version } }
  collection.patches.push(Buffer.from(proto.SyncdPatch.encode(numbered).finish()))
  return collection.version
}

/** The key share the phone sends to a new companion. */
export function keyShareOf(appState: AppState): proto.Message.IAppStateSyncKeyShare {
  return {
    keys: [
      {
        keyId: { keyId: appState.keyId },
        keyData: {
          keyData: appState.keyData,
          fingerprint: { rawId: 1, currentIndex: 0, deviceIndexes: [0] },
          timestamp: Date.now()
        }
      }
    ]
  }
}

function collectionOf(appState: AppState, name: string) {
  let collection = appState.collections.get(name)
  if (!collection) appState.collections.set(name, (collection = { version: 0, patches: [] }))
  return collection
}

/** Answer of `w:sync:app:state`: missing patches, or the result of an upload. */
export function syncAppState(state: SimulatorState, phone: Phone, device: Device, request: BinaryNode): BinaryNode {
  const answers = children(child(request, 'sync'), 'collection').map((asked) => {
    const name = asked.attrs.name as WAPatchName
    const version = Number(asked.attrs.version ?? 0)
    const collection = collectionOf(phone.appState, name)
    const uploaded = child(asked, 'patch')
    if (uploaded) {
      if (version !== collection.version)
        return node('collection', { name, type: 'error' }, [node('error', { code: '409', text: 'conflict' })])
      store(phone.appState, name, proto.SyncdPatch.decode(bytesOf(uploaded)))
      notifyOthers(state, phone, device, { name, version: collection.version })
      return node('collection', { name, version: String(collection.version) })
    }
    const patches = collection.patches.slice(version).map((patch) => node('patch', {}, patch))
    return node(
      'collection',
      { name, version: String(version), has_more_patches: 'false' },
      patches.length ? [node('patches', {}, patches)] : undefined
    )
  })
  return node('sync', {}, answers)
}

function notifyOthers(
  state: SimulatorState,
  phone: Phone,
  uploader: Device,
  changed: { name: string; version: number }
): void {
  for (const device of phone.devices.values()) {
    if (device === uploader) continue
    const attrs = { from: SERVER, type: 'server_sync', id: newStanzaId(), t: seconds(Date.now()) }
    const content = [node('collection', { name: changed.name, version: String(changed.version) })]
    deliver(state, phone, device, { node: node('notification', attrs, content) })
  }
}
