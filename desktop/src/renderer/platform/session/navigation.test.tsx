// Who goes somewhere, or asks where one is, is drawn anew only when the answer is another.
import { createMemoryRouter, Outlet, RouterProvider, useParams } from 'react-router-dom'
import { render } from 'vitest-browser-react'
import { expect, test } from 'vitest'
import { CurrentRouter, useFromPath, useNavigate } from './navigation.ts'

const drawn = { menu: 0, button: 0 }

function Menu() {
  drawn.menu += 1
  return <p>Menu: {useFromPath((path) => path.split('/')[1] ?? '')}</p>
}

function Button() {
  drawn.button += 1
  const navigate = useNavigate()
  return (
    <button type="button" onClick={() => void navigate('/tickets/two')}>
      Next
    </button>
  )
}

function Layout() {
  return (
    <>
      <Menu />
      <Button />
      <Outlet />
    </>
  )
}

const Ticket = () => <h1>{useParams()['ticketId']}</h1>

const routes = [
  {
    element: <Layout />,
    children: [
      { path: '/tickets/:ticketId', element: <Ticket /> },
      { path: '/contacts', element: <h1>Contacts</h1> }
    ]
  }
]

test.each(['', '/console'])('below %j, a step from ticket to ticket draws the ticket alone', async (basename) => {
  const router = createMemoryRouter(routes, { initialEntries: [`${basename}/tickets/one`], basename: basename || '/' })
  const screen = await render(
    <CurrentRouter value={router}>
      <RouterProvider router={router} />
    </CurrentRouter>
  )
  await expect.element(screen.getByText('Menu: tickets')).toBeVisible()
  const before = { ...drawn }
  await screen.getByRole('button').click()
  await expect.element(screen.getByRole('heading', { name: 'two' })).toBeVisible()
  expect(drawn).toEqual(before)

  await router.navigate('/contacts')
  await expect.element(screen.getByText('Menu: contacts')).toBeVisible()
})
