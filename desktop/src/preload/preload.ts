// Puts the bridge into the console's page: listed names only, no Electron, no event objects.
import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron'
import { bridgeKey, channelNames, noticeNames, type ExposedBridge } from '#bridge/names.ts'

/** The page is not held to types at run time. */
function demand(names: readonly string[], name: string): void {
  if (!names.includes(name)) throw new Error(`the bridge has no ${name}`)
}

const exposed: ExposedBridge = {
  invoke: async (name, args) => {
    demand(channelNames, name)
    return ipcRenderer.invoke(name, ...args)
  },
  on: (name, fn) => {
    demand(noticeNames, name)
    const listener = (_event: IpcRendererEvent, payload: unknown) => fn(payload)
    ipcRenderer.on(name, listener)
    return () => {
      ipcRenderer.off(name, listener)
    }
  }
}

contextBridge.exposeInMainWorld(bridgeKey, exposed)
