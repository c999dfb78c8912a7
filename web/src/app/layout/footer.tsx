import { PRODUCT_NAME } from 'functions/contract';
import { Link } from '../../components/link.tsx';
import { paths } from '../../paths.ts';
import { ThemeSwitch } from './theme-switch.tsx';

export function Footer() {
  return (
    <footer className="footer">
      <div className="footer-content">
        <p>
          © {new Date().getFullYear()} {PRODUCT_NAME}
        </p>
        <nav aria-label="Footer">
          <Link to={paths.history}>History</Link>
          <Link to={paths.about}>About</Link>
        </nav>
        <ThemeSwitch />
      </div>
    </footer>
  );
}
