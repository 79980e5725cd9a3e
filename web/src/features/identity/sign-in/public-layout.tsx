import { Link, Outlet } from '@tanstack/react-router'
import { m } from '#texts'
import { LanguageSwitch } from '#ui/settings/language-switch.tsx'
import { ThemeToggle } from '#ui/settings/theme-toggle.tsx'
import { Logo } from '#ui/text/logo.tsx'
import { BrandPicture } from './brand-picture.tsx'
import classes from './public-layout.module.css'

export function PublicLayout() {
  return (
    <div className={classes.layout}>
      <aside className={classes.brand} aria-label={m.app_title()}>
        <Link to="/" className={classes.name}>
          <Logo />
          {m.app_title()}
        </Link>
        <div className={classes.story}>
          <BrandPicture />
          <p className={classes.headline}>{m.login_brand_headline()}</p>
          <p className={classes.text}>{m.login_brand_text()}</p>
          <ul>
            <li>{m.login_brand_point_find()}</li>
            <li>{m.login_brand_point_count()}</li>
            <li>{m.login_brand_point_trust()}</li>
          </ul>
        </div>
      </aside>
      <main className={classes.main}>
        <div className={classes.tools}>
          <Link to="/" className={classes.smallName}>
            <Logo />
            {m.app_title()}
          </Link>
          <LanguageSwitch />
          <ThemeToggle />
        </div>
        <div className={classes.content}>
          <Outlet />
        </div>
      </main>
    </div>
  )
}
