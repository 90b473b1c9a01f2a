//! The critical hits of a card.

use serde::Serialize;

lanchester_scenario::words! {
    /// What a critical hit does.
    #[derive(Hash, Serialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Critical("critical hit") {
        /// The ship is destroyed at once.
        Destroyed = "destroyed",
        /// 3D8 Med L, unreduced, enters the index again.
        WeaponMalfunction = "weapon-malfunction",
        /// ASV 0.
        HullCracks = "hull-cracks",
        /// Right turns only.
        RightTurnsOnly = "right-turns-only",
        /// No ESV until after next turn.
        EsvMalfunction = "esv-malfunction",
        /// The ship moves first next turn.
        CommunicationsOut = "communications-out",
        /// All weapons are down until the end of next turn.
        WeaponsShutDown = "weapons-shut-down",
        /// Full speed straight ahead next turn.
        FullSpeedAhead = "full-speed-ahead",
        /// The damage code of a functioning weapon drops a class.
        WeaponDamaged = "weapon-damaged",
        /// The ship cannot move in five turns.
        FuelLeak = "fuel-leak",
        /// To-hit totals −2.
        HudDamaged = "hud-damaged",
        /// Countermeasures −2.
        EwDamaged = "ew-damaged",
        /// Initiative −2 while the ship holds the highest Command of its side.
        CommsInterference = "comms-interference",
        /// Torpedoes within five hexes track this ship.
        IffFails = "iff-fails",
        /// One weapon of several arcs keeps one.
        TurretLocked = "turret-locked",
        /// 3D4 Low each turn, less ASV.
        CreakingHull = "creaking-hull",
        /// Left turns only.
        LeftTurnsOnly = "left-turns-only",
        /// Thrust of at most 5 until the end of next turn.
        EngineMalfunction = "engine-malfunction",
        /// No ESV for the rest of the battle.
        ScreenMalfunction = "screen-malfunction",
        /// One crew dies in two turns.
        LifeSupport = "life-support",
    }
}
