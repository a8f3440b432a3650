import type { ComponentProps } from 'react'
import { useHref, useLinkClickHandler, useLocation } from 'react-router-dom'

interface LinkProps extends Omit<ComponentProps<'a'>, 'href' | 'target'> {
  readonly to: string
}

/** A link inside the site. The one of React Router also serves its data routes: 4 KB on each page. */
export function Link({ to, onClick, ...rest }: LinkProps) {
  const follow = useLinkClickHandler<HTMLAnchorElement>(to)
  return (
    <a
      {...rest}
      href={useHref(to)}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented) follow(event)
      }}
    />
  )
}

/** A link that says when it leads to the current page. */
export function NavLink({ to, ...rest }: LinkProps) {
  const current = useLocation().pathname === to
  return <Link {...rest} to={to} aria-current={current ? 'page' : undefined} />
}
