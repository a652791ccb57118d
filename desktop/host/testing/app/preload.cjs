const { contextBridge, ipcRenderer } = require('electron')

contextBridge.exposeInMainWorld('sample', {
  invoke: (channel, ...args) => ipcRenderer.invoke(channel, ...args),
  on: (channel, fn) => {
    const listener = (_event, payload) => fn(payload)
    ipcRenderer.on(channel, listener)
    return () => ipcRenderer.off(channel, listener)
  },
  refused: (() => {
    try {
      require('fs')
      return ''
    } catch (error) {
      return error.message
    }
  })()
})
