window.heard = []
window.stopListening = window.sample.on('route', (route) => {
  document.querySelector('h1').textContent = route
})
window.sample.on('download', (download) => window.heard.push(download))
