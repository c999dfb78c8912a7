import { useState } from 'react';
import { NavLink } from 'react-router-dom';
import { useAnnouncement } from '../../stores/announcement.ts';
import { useSession } from '../../stores/session.ts';
import { paths } from '../../paths.ts';

/** Whether the content security policy allows the URL: it must be on Google's host for profile photos. */
function isShowable(photoURL: string): boolean {
  return /^https:\/\/[\w.-]+\.googleusercontent\.com\//.test(photoURL);
}

function ProfilePhoto({ url }: { url: string }) {
  const [broken, setBroken] = useState(false);
  if (broken || !isShowable(url)) return null;
  return (
    <img
      className="profile-photo"
      src={url}
      alt=""
      width={32}
      height={32}
      referrerPolicy="no-referrer"
      onError={() => setBroken(true)}
    />
  );
}

/** The login link or, for signed-in users, the profile and the logout button. */
export function TopBarProfile() {
  const { status, isAdmin, profile, signOut } = useSession();
  const announce = useAnnouncement((store) => store.announce);
  if (status === 'signed-out') {
    return (
      <NavLink className="menu-login" to={paths.login}>
        Login
      </NavLink>
    );
  }
  const leave = () => {
    // The button is about to disappear, and the focus with it.
    document.querySelector('h1')?.focus({ preventScroll: true });
    signOut();
    announce('You are signed out.');
  };
  return (
    <>
      {isAdmin && <NavLink to={paths.admin}>Dashboard</NavLink>}
      {profile !== null && (
        <span className="profile">
          {profile.photoURL !== null && (
            <ProfilePhoto key={profile.photoURL} url={profile.photoURL} />
          )}
          <span className="profile-name">{profile.name}</span>
        </span>
      )}
      <button type="button" className="menu-logout" onClick={leave}>
        Logout
      </button>
    </>
  );
}
