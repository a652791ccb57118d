// Every style sheet that is not a component's own, in their order: the libraries' first, ours over them.
import '@fontsource-variable/inter/wght.css'
import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import '@mantine/spotlight/styles.layer.css'
import '@mantine/dates/styles.layer.css'
import '@mantine/dropzone/styles.layer.css'
import '#ui/base.css'
import '#ui/touch.css'
